"use strict";
// Search, zoom, and playing on hover. The page can be read without any of it.
const cards = [...document.querySelectorAll("article")];
const found = document.querySelector("#found");
const none = document.querySelector(".none");
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

function play(button, on) {
  const image = button.querySelector("img");
  const wanted = on ? button.dataset.moving : button.dataset.still;
  if (image.getAttribute("src") !== wanted) image.src = wanted;
}
const pressed = button => button.getAttribute("aria-pressed") === "true";
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
  b.setAttribute("aria-pressed", String(!pressed(b)));
  play(b, pressed(b));
});
document.querySelector("#search").addEventListener("input", search);
document.querySelector("#zoom").addEventListener("change", event =>
  document.documentElement.style.setProperty("--zoom", event.target.value));
document.querySelector("#behind").addEventListener("change", event =>
  document.body.classList.toggle("checks", event.target.value === "checks"));
document.querySelector(".tools").hidden = false;
search();
