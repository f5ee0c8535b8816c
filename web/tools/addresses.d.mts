export const repository: string;
export const homepage: string;
