/** Returns the displayed number of a row of data. A header is not counted, so that the last number is the number of rows. */
export const rowNumber = (index: number): number => index + 1;
