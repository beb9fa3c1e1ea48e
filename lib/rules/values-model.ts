// Apart from the schemas, so that a page has them without loading zod.

export const ruleNameMax = 80

/** The most acts of one rule within an hour. */
export const actsMaxLimit = 1_000

export const defaultActsMax = 100

/** The days of the past that a preview covers, and that a rule may act on when a person requests it. */
export const previewDays = 30

export const answerTextMax = 500

export const answerTests = ['failed', 'equals', 'contains', 'above', 'below'] as const

export const triggerKinds = ['matches', 'answer', 'asset-status', 'asset-idle', 'import-errors', 'trouble'] as const

export const troubles = ['sync', 'budget'] as const
