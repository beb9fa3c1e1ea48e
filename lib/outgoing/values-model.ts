// Apart from the schemas, so that a page has them without loading zod.

export const targetNameMax = 80

/** `json`: Sightline's own format. `slack`, `teams`: a message for Slack or Microsoft Teams. */
export const formats = ['json', 'slack', 'teams'] as const

export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled'] as const
