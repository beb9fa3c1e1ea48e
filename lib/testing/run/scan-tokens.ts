import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Values that the build gets as its secrets. None of them may appear in its output, neither for the browser nor for the
 * server: only the running process may have a secret.
 */
export const buildCanaries = {
  SERVICE_BASE_URL: 'https://canary-service.invalid',
  SERVICE_TOKEN: 'canary-build-token-5f0c2b7e91d84a36',
  NEXTAUTH_SECRET: 'canary-build-secret-8d1e6a40c7b2f953',
  ADMIN_PASSWORD: 'canary-build-password-2c9f',
  WEBHOOK_SECRET: 'canary-build-webhook-71ae',
  DATABASE_URL: 'postgres://canary:canary-build-database-3b6d@canary.invalid/x',
} as const

/** Files under `folder` that contain one of `needles`, in plain bytes or encoded as base64 or percent form. */
export function findInFiles(folder: string, needles: readonly string[]): Array<{ file: string; needle: string }> {
  const hits: Array<{ file: string; needle: string }> = []
  const forms = needles.flatMap((needle) =>
    [needle, encodeURIComponent(needle), Buffer.from(needle).toString('base64').replace(/=+$/, '')].map((form) => ({
      needle,
      bytes: Buffer.from(form),
    })),
  )
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    if (!statSync(file).isFile()) continue
    const content = readFileSync(file)
    for (const { needle, bytes } of forms) if (content.includes(bytes)) hits.push({ file, needle })
  }
  return hits
}
