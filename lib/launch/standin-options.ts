import path from 'node:path'
import * as z from 'zod'

const wantedOptions = z.strictObject({
  port: z.int().min(0).max(65_535).default(0),
  seed: z.int().default(7),
  inspections: z.int().min(0).max(10_000_000).default(2_400),
  assets: z.int().min(0).max(100_000).default(1_200),
  users: z.int().min(1).max(100_000).default(400),
  /** Whether people keep working while somebody views the demo. */
  live: z.boolean().default(true),
  /** Whether the stand-in has fault control, for tests. The launcher refuses it in all other cases. */
  control: z.boolean().default(false),
})

/** Options of the demo's own stand-in. It is always on loopback, with its data next to ours. */
export function standinOptions(dataDir: string, wanted: Readonly<Record<string, unknown>>) {
  return { ...wantedOptions.parse(wanted), host: '127.0.0.1', dataDir: path.join(dataDir, 'standin') }
}
