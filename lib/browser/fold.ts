/** Lower case without accents, so that typing without accents finds the text. */
export const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
