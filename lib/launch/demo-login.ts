import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

const demoLogin = z.object({ secret: z.string().min(43), email: z.string(), password: z.string().min(12) })
export type DemoLogin = z.infer<typeof demoLogin>

// The list has no letters and digits that are easily confused.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const makeGroup = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
/** Makes a password of 74 random bits that is short enough to read aloud. */
export const makePassword = () => [makeGroup(), makeGroup(), makeGroup()].join('-')

const placeOf = (dataDir: string) => path.join(dataDir, 'demo-login.json')

/** The sign-in that a demo in `dataDir` created at its first start, or null. */
export function readDemoLogin(dataDir: string): DemoLogin | null {
  const kept = demoLogin.safeParse(readJson(placeOf(dataDir)))
  return kept.success ? kept.data : null
}

/**
 * Returns the demo's cookie secret and first sign-in. They are created once and stored in `dataDir`, readable only for
 * its owner, so that every start prints the same sign-in and cookies survive a restart.
 */
export function keepDemoLogin(dataDir: string): DemoLogin {
  const file = placeOf(dataDir)
  if (existsSync(file)) {
    chmodSync(file, 0o600)
    const kept = readDemoLogin(dataDir)
    if (kept !== null) return kept
  }
  const made = {
    secret: randomBytes(32).toString('base64url'),
    email: 'admin@sightline.example',
    password: makePassword(),
  }
  mkdirSync(dataDir, { recursive: true })
  // The text is written to another file, which is then renamed, so that a start that is killed here leaves no
  // half-written file.
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, file)
  return made
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
