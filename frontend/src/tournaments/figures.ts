/** As it is shown: a third would never end. */
export const shownFigure = (value: number): number => Number(value.toFixed(2));
