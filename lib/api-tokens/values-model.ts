// Apart from the schemas, so that a page has them without loading zod.

export const expiryDays = [7, 30, 90, 365] as const

export const defaultExpiryDays = 90

export const nameCharsMax = 80
