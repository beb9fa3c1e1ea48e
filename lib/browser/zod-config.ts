import * as z from 'zod'

// zod probes `new Function` when it first parses; the content security policy reports that as a violation. Import this
// module before any schema is used.
z.config({ jitless: true })
