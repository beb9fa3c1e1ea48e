import type * as z from 'zod'
import { assetOperations } from './endpoints/assets'
import { exportOperations } from './endpoints/exports'
import { inspectionOperations } from './endpoints/inspections'
import { listOperations } from './endpoints/lists'
import { statusGroupOperations } from './endpoints/status-groups'
import { trainingOperations } from './endpoints/training'
import { trainingAnalyticsOperations } from './endpoints/training-analytics'
import { userOperations } from './endpoints/users'
import { webhookOperations } from './endpoints/webhooks'
import type { Operation } from './operation'

/**
 * Every documented operation of the service, from the contract and from public pages. This is the only place that knows
 * its paths. Client, governor, pass-through and explorer read this table.
 * No write is `repeatable`, DELETE and PUT included. HTTP calls those idempotent, but between a lost response and its
 * repetition another admin may have assigned what we would remove again. So a lost write is checked before it is
 * repeated.
 */
export const operations = {
  ...inspectionOperations,
  ...exportOperations,
  ...listOperations,
  ...statusGroupOperations,
  ...assetOperations,
  ...userOperations,
  ...trainingOperations,
  ...trainingAnalyticsOperations,
  ...webhookOperations,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

/** The response of `Name`, as its schema reads it. */
export type AnswerOf<Name extends OperationName> = z.output<Operations[Name]['answer']>
/** Query parameters of `Name`; others pass through. */
export type QueryOf<Name extends OperationName> = z.input<Operations[Name]['query']>
/** Body of `Name`; `undefined` if it takes none. */
export type BodyOf<Name extends OperationName> = Operations[Name]['body'] extends z.ZodType
  ? z.input<Operations[Name]['body']>
  : undefined

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never
/** The ids in the path of `Name`. */
export type ParamsOf<Name extends OperationName> = Readonly<Record<NamesIn<Operations[Name]['path']>, string>>

/** True when `name` is an operation of the table. */
export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

/** The operation with that name, without the exact types of its schemas. */
export function operationOf(name: OperationName): Operation {
  return operations[name]
}

/** All names, in the order of the groups. */
export const operationNames: readonly OperationName[] = Object.keys(operations).filter(isOperationName)
