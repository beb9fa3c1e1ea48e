import * as z from 'zod'

export const noBody = z.undefined()
export const anyBody = z.unknown()
