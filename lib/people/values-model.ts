// Apart from the schemas, so that a page has them without loading zod.

export const invitationDays = 7

export const personStates = ['active', 'invited', 'disabled'] as const

export const peopleSorts = ['name', 'email', 'role', 'state', 'seen'] as const

export const directions = ['up', 'down'] as const
