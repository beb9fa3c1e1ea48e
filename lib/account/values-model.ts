// Apart from the schemas, so that a page has them without loading zod.

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const fileLanguages = ['english', 'own'] as const

/** The pages that a person can choose as their start page. */
export const startPages = ['/', '/inspections', '/review', '/media', '/assets', '/activity', '/system'] as const
export type StartPage = (typeof startPages)[number]

export const nameCharsMax = 100
