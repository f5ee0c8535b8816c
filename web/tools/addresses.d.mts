export const repository: string;
export const homepage: string;
export const version: string;
