import { config } from 'zod/v4/core'

// On its first parse, zod calls `new Function` to test whether it may, which the content security policy reports as a
// violation. Import this module before any schema is used. The setting applies to the whole process, and a server
// parses rows three times as fast with the functions that zod compiles.
if (typeof window !== 'undefined') config({ jitless: true })
