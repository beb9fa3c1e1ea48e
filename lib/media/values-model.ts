// Apart from the schemas, so that a page has them without loading zod.

/** How the console can show a file. `unknown`: the document names no extension. `file`: only as a download. */
export const mediaKinds = ['image', 'video', 'pdf', 'file', 'unknown'] as const

/** Which files of the listed inspections are shown: files of failed answers, or all. */
export const wallShows = ['failed', 'all'] as const

/** Maximum longest side of a poster in pixels, and maximum size of the uploaded image in bytes. */
export const posterLimits = { sidePx: 1_280, bytesMax: 700_000 } as const
