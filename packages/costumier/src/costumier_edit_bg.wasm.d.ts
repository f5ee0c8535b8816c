/** What bundlers give for the file: its address. */
declare const address: string;
export default address;
