import 'server-only'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { cookieNames } from '@/lib/auth/cookies'
import { basePath } from '@/lib/base-path'
import { resolveInProject } from '@/lib/db/project-root'
import { processWide } from '@/lib/process-wide'

const kept = () => processWide<{ text: Promise<string> | null }>('openapi-document', () => ({ text: null }))

const placed = z.looseObject({
  servers: z.tuple([z.looseObject({ url: z.string() })]),
  components: z.looseObject({
    securitySchemes: z.looseObject({ session: z.looseObject({ name: z.string() }) }),
  }),
})

/** The document for a console under a base path, with its server URL and the name of its session cookie. */
export function placeApi(text: string, base = basePath, sessionName: string = cookieNames.session): string {
  if (base === '') return text
  const document = placed.parse(JSON.parse(text))
  document.servers[0].url = base
  document.components.securitySchemes.session.name = sessionName
  return JSON.stringify(document)
}

/**
 * The OpenAPI document of this console, as JSON. `npm run openapi` writes it, and it is read once. Creating it here
 * would load every route into one process.
 */
export function readOpenApi(): Promise<string> {
  const store = kept()
  store.text ??= readFile(resolveInProject('lib', 'openapi', 'openapi.json'), 'utf8').then(
    (text) => placeApi(text),
    (error: unknown) => {
      store.text = null
      throw error
    },
  )
  return store.text
}
