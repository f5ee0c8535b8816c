/** Addresses outside the page. This is the only file that names them. */
const REPOSITORY = "https://github.com/costumier/costumier";

export const SOURCE = REPOSITORY;
export const DOWNLOAD = `${REPOSITORY}/releases`;
/** A file of the documentation: `docs/viewer.md#time`. */
export const documentation = (path: string): string => `${REPOSITORY}/blob/main/${path}`;
