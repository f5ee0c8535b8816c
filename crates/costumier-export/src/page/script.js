"use strict";
// Search, zoom, and playing on hover. The page can be read without any of it. What is pressed goes on; what ends is begun again by pressing.
const cards = [...document.querySelectorAll("article")];
const found = document.querySelector("#found");
const none = document.querySelector(".none");
const pressed = button => button.getAttribute("aria-pressed") === "true";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function search() {
  const words = document.querySelector("#search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const card of cards) {
    const hit = words.every(word => card.dataset.search.includes(word));
    card.hidden = !hit;
    count += hit;
  }
  const all = `${cards.length} costume${cards.length === 1 ? "" : "s"}`;
  found.value = count === cards.length ? all : `${count} of ${all}`;
  none.hidden = count > 0;
}

// Where an animation has no still picture of its own, its first frame is painted over it while it rests.
function rest(button) {
  const image = button.querySelector("img");
  if (button.dataset.still !== button.dataset.moving || !image.naturalWidth) return;
  let still = button.querySelector("canvas");
  if (!still) {
    still = document.createElement("canvas");
    [still.width, still.height] = [image.naturalWidth, image.naturalHeight];
    still.setAttribute("aria-hidden", "true");
    still.style.cssText = image.style.cssText;
    if (image.getAttribute("width")) still.style.width = `${image.getAttribute("width")}px`;
    still.getContext("2d").drawImage(image, 0, 0);
    button.append(still);
  }
  button.classList.add("resting");
}
let times = 0;
function play(button, on, again) {
  const image = button.querySelector("img");
  const wanted = on ? button.dataset.moving : button.dataset.still;
  button.classList.remove("resting");
  if (image.getAttribute("src") !== wanted) image.src = wanted;
  // What ends is played anew by another address of the same file.
  if (on && again && "once" in button.dataset) image.src = `${wanted}#${++times}`;
  if (!on) rest(button);
}
for (const button of document.querySelectorAll("button[data-moving]")) {
  const image = button.querySelector("img");
  const begin = () => { if (!pressed(button) && !button.matches(":hover, :focus")) rest(button); };
  if (image.complete) queueMicrotask(begin); else image.addEventListener("load", begin, { once: true });
}
const clip = event => event.target.closest?.("button[data-moving]");

// Pointing at an animation or tabbing to it plays it, unless the reader's system asks for less motion. Pressing always does, until pressed
// again.
for (const [begin, end] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(begin, event => { const b = clip(event); if (b && !still.matches) play(b, true); });
  document.addEventListener(end, event => {
    const b = clip(event);
    if (b && !b.contains(event.relatedTarget) && !pressed(b) && !b.matches(":hover")) play(b, false);
  });
}
document.addEventListener("click", event => {
  const b = clip(event);
  if (!b) return;
  const again = pressed(b) && "once" in b.dataset;
  b.setAttribute("aria-pressed", String(again || !pressed(b)));
  play(b, pressed(b), again);
});
const all = document.querySelector("#all");
all.addEventListener("click", () => {
  const on = !pressed(all);
  all.setAttribute("aria-pressed", String(on));
  all.textContent = on ? "Stop all" : "Play all";
  for (const b of document.querySelectorAll("button[data-moving]")) {
    if (on && !b.checkVisibility()) continue;
    b.setAttribute("aria-pressed", String(on));
    play(b, on, on);
  }
});
// Other rooms' looks: the costume's pixel values, painted by the swatches. The chosen look stands first, to compare with.
function dress(list) {
  if (list.dataset.painted || !list.dataset.runs) return;
  list.dataset.painted = "yes";
  const name = list.closest("article").querySelector("h2").textContent;
  const own = document.createElement("li");
  own.innerHTML = "<figure><figcaption>Chosen look</figcaption></figure>";
  list.prepend(own);
  for (const item of list.children) {
    const swatches = (item === own ? list.closest(".inside") : item).querySelector(".swatches");
    const colours = new Map([...swatches.children].map(it => [+it.dataset.value,
      "shadow" in it.dataset ? [0, 0, 0, 128] : [...it.style.backgroundColor.match(/\d+/g).map(Number), 255]]));
    const canvas = document.createElement("canvas");
    const [width, height] = [+list.dataset.width, +list.dataset.height];
    [canvas.width, canvas.height] = [width, height];
    canvas.style.setProperty("--w", width);
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${name}: ${item.querySelector("figcaption").textContent}`);
    const image = new ImageData(width, height);
    let at = 0;
    for (const [, length, value] of list.dataset.runs.matchAll(/(..)(..)/g)) {
      const colour = colours.get(parseInt(value, 16));
      for (let left = parseInt(length, 16); left >= 0; left--, at += 4) if (colour) image.data.set(colour, at);
    }
    canvas.getContext("2d").putImageData(image, 0, 0);
    const stage = document.createElement("span");
    stage.className = "dressed";
    stage.append(canvas);
    item.querySelector("figure").prepend(stage);
  }
}
document.addEventListener("toggle", event => {
  for (const list of event.target.querySelectorAll?.(":scope > .looks") ?? []) dress(list);
}, true);
// index.html#costume-003 opens that card.
function open() {
  const card = document.getElementById(location.hash.slice(1));
  if (!card?.matches("article")) return;
  const details = card.querySelector("details");
  if (details) details.open = true;
  card.scrollIntoView();
}
addEventListener("hashchange", open);
document.querySelector("#search").addEventListener("input", search);
document.querySelector("#zoom").addEventListener("change", event =>
  document.documentElement.style.setProperty("--zoom", event.target.value));
document.querySelector("#behind").addEventListener("change", event =>
  document.body.classList.toggle("checks", event.target.value === "checks"));
document.querySelector(".tools").hidden = false;
search();
open();
