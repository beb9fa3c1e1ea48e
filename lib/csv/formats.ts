/** The files in which a list can be saved. Apart from what writes them, because schemas in the browser need only the names. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]
