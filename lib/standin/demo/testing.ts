import { createRequire } from 'node:module'

interface Validation {
  valid: boolean
  errors: unknown[]
}
const load = createRequire(import.meta.url)
const { Validator } = load('jsonschema') as {
  Validator: new () => { addSchema(schema: object): void; validate(value: unknown, schema: object): Validation }
}
const schemas = load('@safetyculture/api-json-schemas') as { audit: object; definitions: object; geometry: object }
const validator = new Validator()
validator.addSchema(schemas.definitions)
validator.addSchema(schemas.geometry)

/** Violations of the vendor's schema in a document; empty when it is valid. */
export const faultsOf = (document: unknown) => validator.validate(document, schemas.audit).errors.map(String)
