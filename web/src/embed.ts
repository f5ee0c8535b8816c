/** `?embed`: the stage and a button that plays, for a frame in another page. Everything else stays away. */

/** Whether this page is shown inside another one. */
export const isEmbedded = new URLSearchParams(location.search).has("embed");
