import type * as z from 'zod'
import { onDemand } from './late-code'

/** Loads a schema. */
export type LateSchema<Schema extends z.ZodType> = () => Promise<Schema>

/**
 * Names schemas of a module that is loaded at the first input, or with the first response that they parse: a page comes
 * with data that the server has parsed, so its first load needs neither zod nor schemas. `load` imports the module.
 */
export function lateSchemas<Module extends object>(load: () => Promise<Module>) {
  const code = onDemand(load, { isEarly: true })
  return <Name extends keyof Module>(name: Name) =>
    async (): Promise<Module[Name]> =>
      (await code.load())[name]
}

const bodies = lateSchemas(() => import('./body-schemas'))

/** A response without a body. */
export const noBody = bodies('noBody')

/** A response that is shown as it is. */
export const anyBody = bodies('anyBody')
