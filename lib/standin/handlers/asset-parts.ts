import * as z from 'zod'
import type { AssetStore } from '../assets/store'
import type { Group } from '../assets/demo'
import { Refusal } from '../refusals'

/**
 * How responses about status groups and assets are wrapped. The service's form is not documented, so all forms are
 * offered.
 */
export const answerShapes = ['wrapped', 'bare', 'id-only'] as const
export type AnswerShape = (typeof answerShapes)[number]

/** Wraps an object that a write created or changed. */
export function shapeWritten(shape: AnswerShape, name: string, thing: { id: string }): unknown {
  if (shape === 'id-only') return { id: thing.id }
  return shape === 'bare' ? thing : { [name]: thing }
}

/** Wraps the objects of a list. They have no form with an id alone. */
export function shapeRead(shape: AnswerShape, name: string, thing: { id: string }): unknown {
  return shape === 'bare' ? thing : { [name]: thing }
}

/** A parsed body; a missing one counts as empty. @throws Refusal 400 with the position of the first mistake */
export function parseSent<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new Refusal(400, `invalid value for ${path === '' ? 'the body' : path}: ${issue?.message ?? 'not valid'}`)
}

/** A name that is not blank. */
export const sentName = z.string().refine((text) => text.trim() !== '', 'must not be empty')

export const sentPage = {
  page_size: z.number().int().min(0).max(100).optional(),
  page_token: z.string().optional(),
}

/**
 * One page of objects in the order of their ids. The token is the last id returned, so additions or changes between two
 * pages neither repeat nor lose the others.
 * @throws Refusal 400 for a token that this list never returned
 */
export function pageById<Item extends { id: string }>(
  sorted: readonly Item[],
  sent: { page_size?: number | undefined; page_token?: string | undefined },
  matches: (item: Item) => boolean = () => true,
): { items: Item[]; next_page_token: string } {
  const size = sent.page_size === undefined || sent.page_size === 0 ? 100 : sent.page_size
  const after = readToken(sent.page_token ?? '')
  const items: Item[] = []
  for (let at = findFirstAfter(sorted, after); at < sorted.length; at += 1) {
    const item = sorted[at]
    if (item === undefined || !matches(item)) continue
    const last = items.at(-1)
    if (items.length === size && last) return { items, next_page_token: makeToken(last.id) }
    items.push(item)
  }
  return { items, next_page_token: '' }
}

const tokenMark = 'after:'
const makeToken = (id: string) => Buffer.from(tokenMark + id).toString('base64url')

function readToken(token: string): string {
  if (token === '') return ''
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (!text.startsWith(tokenMark)) throw new Refusal(400, 'invalid page_token')
  return text.slice(tokenMark.length)
}

function findFirstAfter(sorted: ReadonlyArray<{ id: string }>, after: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.id ?? '') <= after) low = middle + 1
    else high = middle
  }
  return low
}

/** The fields of an update_mask. @throws Refusal 400 when it is missing, empty or names a field that cannot be changed */
export function readMask<Field extends string>(mask: string | undefined, known: readonly Field[]): Set<Field> {
  const names = (mask ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new Refusal(400, 'update_mask is required')
  return new Set(
    names.map((name) => {
      const field = known.find((candidate) => candidate === name)
      if (field === undefined) throw new Refusal(400, `update_mask: unknown path "${name}"`)
      return field
    }),
  )
}

/** @throws Refusal 404 */
export function requireGroup(assets: AssetStore, id: string | undefined): Group {
  const group = assets.group(id ?? '')
  if (!group) throw new Refusal(404, 'status group not found')
  return group
}

/** All of them or none. @throws Refusal 400 for the first one that is not a type */
export function requireTypes(assets: AssetStore, typeIds: readonly string[]): void {
  if (typeIds.length === 0) throw new Refusal(400, 'type_ids is required')
  const unknown = typeIds.find((id) => assets.type(id) === undefined)
  if (unknown !== undefined) throw new Refusal(400, `type_ids: unknown asset type "${unknown}"`)
}
