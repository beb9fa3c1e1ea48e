import * as z from 'zod'

// On its first parse, zod tests `new Function`, which the content security policy reports as a violation. Import this
// module before any schema is used.
z.config({ jitless: true })
