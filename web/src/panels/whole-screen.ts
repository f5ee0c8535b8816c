/** Full screen: the stage with the controls of time, which go while the pointer rests. Loaded at its first use. */

/** Time without a movement of the pointer after which full screen hides the controls, in milliseconds. */
const RESTS = 2500;

/** Switches to full screen, with the controls of time, and back. */
export function wholeScreen(): void {
  if (document.fullscreenElement) return void document.exitFullscreen();
  const middle = document.querySelector<HTMLElement>(".middle");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    middle!.classList.remove("resting");
    clearTimeout(timer);
    timer = setTimeout(() => middle!.classList.add("resting"), RESTS);
  };
  void middle?.requestFullscreen().then(() => {
    moved();
    middle.onpointermove = middle.onkeydown = moved;
  });
}
