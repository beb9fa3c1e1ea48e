import * as z from 'zod'

// On its first parse, zod calls `new Function` to test whether it may, which the content security policy reports as a
// violation. Import this module before any schema is used.
z.config({ jitless: true })
