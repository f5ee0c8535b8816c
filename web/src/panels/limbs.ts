/** A colour for each limb, the same on the stage, in the timeline and in the bytes. It is readable on dark and on light. */
const HUES = [352, 200, 45, 140, 275, 20, 175, 320, 85, 225, 60, 300, 115, 250, 5, 160];

export const limbColour = (limb: number): string => `hsl(${HUES[limb % HUES.length]} 85% 62%)`;
