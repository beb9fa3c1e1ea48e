// Apart from the schemas, so that a page has them without loading zod.

/** `pdf`, or `word` for a Word document. */
export const exportFormats = ['pdf', 'word'] as const

/**
 * The operation of SafetyCulture that creates the documents. `report`: the newer one (200 a minute). `export`: the
 * older one, with an export profile (20 a minute).
 */
export const exportWays = ['report', 'export'] as const

/** The maximum number of inspections in one job. */
export const exportFilesMax = 500

export const layoutIdsMax = 50

/** `unknown`: the start was sent but its response was lost, so the service may be creating the document. */
export const exportFileStates = ['waiting', 'starting', 'running', 'ready', 'failed', 'unknown', 'cancelled'] as const

export const exportScopes = ['mine', 'all'] as const

export const retryStates = ['failed', 'unknown', 'cancelled'] as const
