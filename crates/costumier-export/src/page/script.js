"use strict";
// Search, zoom, playing on hover, and the rows of a card that is opened. What is pressed goes on; what ends is begun again by pressing.
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
function prepare(button) {
  const image = button.querySelector("img");
  const begin = () => { if (!pressed(button) && !button.matches(":hover, :focus")) rest(button); };
  if (image.complete) queueMicrotask(begin); else image.addEventListener("load", begin, { once: true });
}
document.querySelectorAll("button[data-moving]").forEach(prepare);
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
// What a card holds is laid out when it is opened: its script element has the animations, pictures and looks as rows.
function make(tag, attributes, ...inside) {
  const it = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) it.setAttribute(name, value);
  it.append(...inside);
  return it;
}
const figure = (shown, ...caption) => make("figure", {}, shown, make("figcaption", {}, ...caption));
function clipOf(at, label, [facing, frames, end, width, still, files]) {
  const links = files.flatMap(([format, path], i) => [...(i ? [" · "] : []), make("a", { href: at + path }, format)]);
  const caption = [facing, make("span", {}, `${frames} frame${frames === 1 ? "" : "s"}${end && `, ${end}`}`)];
  if (links.length) caption.push(make("span", {}, ...links));
  const movie = ["gif", "webp", "apng"].flatMap(format => files.filter(it => it[0] === format)).map(it => it[1])[0];
  if (!still && !movie) return make("li", {}, figure(make("span", { class: "note" }, "nothing to see"), ...caption));
  const shown = at + (still ?? movie);
  const button = make("button", {
    type: "button", class: "clip", "aria-pressed": "false", "aria-label": `Play ${label} ${facing}`,
    "data-still": shown, "data-moving": at + (movie ?? still), "data-once": end === "once" ? "" : null,
  }, make("img", { src: shown, alt: `${label} ${facing}`, loading: "lazy", style: `--w:${width}` }));
  prepare(button);
  return make("li", {}, figure(button, ...caption));
}
function pictureOf(at, [limb, index, width]) {
  const path = `${at}pictures/limb-${String(limb).padStart(2, "0")}-picture-${String(index).padStart(3, "0")}.png`;
  const label = `limb ${limb}, picture ${index}`;
  const image = make("img", { src: path, alt: label, loading: "lazy", style: `--w:${width}` });
  return make("li", { class: "picture" }, figure(make("a", { href: path }, make("span", {}, image)), label));
}
function lookOf([title, differing, colours]) {
  const swatches = colours.flatMap((colour, k) => colour === null ? [] : [make("li", {
    style: `background:${colour}`, title: `colour ${k}, ${colour}`, "data-value": k,
  }, make("span", { class: "visually-hidden" }, `colour ${k}, ${colour}`))]);
  const list = make("ul", { class: "swatches" }, ...swatches);
  return make("li", {}, make("figure", {}, make("figcaption", {}, title, make("span", {}, differing)), list));
}
function fill(data) {
  const { at, chores, pictures, looks } = JSON.parse(data.textContent);
  const inside = data.parentElement;
  const name = inside.closest("article").querySelector("h2").textContent;
  const sections = chores.map(([number, title, clips]) => {
    const heading = make("h3", {}, title);
    if (title !== `chore ${number}`) heading.append(" ", make("small", {}, `chore ${number}`));
    return make("section", {}, heading, make("ul", { class: "row" }, ...clips.map(it => clipOf(at, `${name}, ${title}`, it))));
  });
  const rows = [make("div", { class: "chores" }, ...sections)];
  if (pictures.length) {
    const list = make("ul", { class: "row" }, ...pictures.map(it => pictureOf(at, it)));
    rows.push(make("details", {}, make("summary", {}, "Pictures"), list));
  }
  inside.querySelector(".looks")?.append(...looks.map(lookOf));
  data.replaceWith(...rows);
}
// Other rooms' looks: the costume's pixel values, painted by the swatches. The chosen look stands first, to compare with.
function dress(list) {
  if (list.dataset.painted || !list.dataset.runs) return;
  list.dataset.painted = "yes";
  const name = list.closest("article").querySelector("h2").textContent;
  const shadows = new Set([...list.closest(".inside").querySelectorAll("[data-shadow]")].map(it => it.dataset.value));
  const own = document.createElement("li");
  own.innerHTML = "<figure><figcaption>As exported</figcaption></figure>";
  list.prepend(own);
  for (const item of list.children) {
    const swatches = (item === own ? list.closest(".inside") : item).querySelector(".swatches");
    const colours = new Map([...swatches.children].map(it => [+it.dataset.value,
      shadows.has(it.dataset.value) ? [0, 0, 0, 128] : [...it.style.backgroundColor.match(/\d+/g).map(Number), 255]]));
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
  for (const data of event.target.querySelectorAll?.(":scope > .inside > script") ?? []) fill(data);
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
