import type { Change, ChangeLog } from '../changes'
import {
  makeAssets,
  makeFields,
  makeGroupsAndTypes,
  makeLaterId,
  siteList,
  type AssetRow,
  type AssetType,
  type Group,
} from './demo'
import { typeKinds, type FieldKind } from './kinds'
import type { AssetPatch, AssetStep, FieldValue } from './steps'

interface AssetSeed {
  seed: number
  count: number
  /** The start of the demo's day. */
  startMs: number
  log: ChangeLog
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Status groups, types and assets in memory: the demo with all stored steps applied. Whether a request is allowed is
 * decided elsewhere. The store applies the effects of a step, above all the silent clearing of statuses.
 */
export class AssetStore {
  readonly #groups = new Map<string, Group>()
  readonly #types = new Map<string, AssetType>()
  readonly #assets = new Map<string, AssetRow>()
  readonly #codes = new Map<string, string>()
  readonly #ofType = new Map<string, AssetRow[]>()
  readonly #kinds = new Map<string, readonly FieldKind[]>()
  #sorted: AssetRow[] | null = null
  #made = 0

  constructor(private readonly from: AssetSeed) {
    const { groups, types } = makeGroupsAndTypes(from.seed)
    for (const group of groups) this.#groups.set(group.id, group)
    for (const [at, type] of types.entries()) {
      this.#types.set(type.id, type)
      this.#kinds.set(type.id, typeKinds[at]?.fields ?? [])
    }
    for (const row of makeAssets(from.seed, from.count, from.startMs, groups)) this.#add(row)
    for (const past of from.log.past) if (past.kind === 'assets') this.#apply(past)
  }

  get seed(): number {
    return this.from.seed
  }

  /** In the order of their ids, as in every list here. */
  groups(): Group[] {
    return [...this.#groups.values()].sort(byId)
  }
  types(): AssetType[] {
    return [...this.#types.values()].sort(byId)
  }
  assets(): readonly AssetRow[] {
    this.#sorted ??= [...this.#assets.values()].sort(byId)
    return this.#sorted
  }
  group(id: string): Group | undefined {
    return this.#groups.get(id)
  }
  type(id: string): AssetType | undefined {
    return this.#types.get(id)
  }
  asset(id: string): AssetRow | undefined {
    return this.#assets.get(id)
  }
  assetByCode(code: string): AssetRow | undefined {
    return this.#assets.get(this.#codes.get(code) ?? '')
  }
  site(id: string | null): { id: string; name: string } | null {
    return siteList.find((site) => site.id === id) ?? null
  }
  typeIdsOf(groupId: string): string[] {
    return this.types().flatMap((type) => (type.groupId === groupId ? [type.id] : []))
  }
  /** Fields that assets of this type may have. A type that was created later allows every field. */
  fieldsOf(typeId: string): readonly FieldKind[] | null {
    return this.#kinds.get(typeId) ?? null
  }
  valuesOf(row: AssetRow): FieldValue[] {
    return row.fields ?? makeFields(this.from.seed, row.index, this.fieldsOf(row.typeId) ?? [], this.from.startMs)
  }

  /** Reserves ids for the objects created by the next step given to `change`. */
  reserveIds(count: number): string[] {
    return Array.from({ length: count }, (_, at) => makeLaterId(this.from.seed, this.#made + at))
  }

  /** Applies a step and stores it. `made` is the number of reserved ids that it uses. */
  change(step: AssetStep, at: number, made = 0): void {
    const change = { kind: 'assets' as const, at, made: this.#made + made, step }
    this.from.log.append(change)
    this.#apply(change)
  }

  #add(row: AssetRow): void {
    this.#assets.set(row.id, row)
    this.#codes.set(row.code, row.id)
    const others = this.#ofType.get(row.typeId)
    if (others) others.push(row)
    else this.#ofType.set(row.typeId, [row])
    this.#sorted = null
  }

  #apply({ step, at, made }: Extract<Change, { kind: 'assets' }>): void {
    this.#made = Math.max(this.#made, made)
    switch (step.do) {
      case 'put-group': {
        const { id, name, description, options, moveTo } = step
        const kept = new Set(options.map((option) => option.id))
        this.#groups.set(id, { id, name, description, options })
        for (const typeId of this.typeIdsOf(id))
          this.#setStatuses(typeId, at, (optionId) => (kept.has(optionId) ? optionId : moveTo))
        return
      }
      case 'delete-group':
        this.#assign(this.typeIdsOf(step.id), null, at)
        this.#groups.delete(step.id)
        return
      case 'assign':
        // A stored step may name a group that does not exist in a demo of another size.
        if (step.groupId === null || this.#groups.has(step.groupId)) this.#assign(step.typeIds, step.groupId, at)
        return
      case 'put-types':
        for (const { id, name, category } of step.types)
          this.#types.set(id, { id, name, category, groupId: this.#types.get(id)?.groupId ?? null })
        return
      case 'put-assets':
        for (const patch of step.assets) this.#put(patch, at)
        return
    }
  }

  #assign(typeIds: readonly string[], groupId: string | null, at: number): void {
    for (const id of typeIds) {
      const type = this.#types.get(id)
      if (!type || type.groupId === groupId) continue
      this.#types.set(id, { ...type, groupId })
      this.#setStatuses(id, at, () => null)
    }
  }

  #setStatuses(typeId: string, at: number, choose: (optionId: string) => string | null): void {
    for (const row of this.#ofType.get(typeId) ?? []) {
      if (row.optionId === null) continue
      const next = choose(row.optionId)
      if (next === row.optionId) continue
      row.optionId = next
      row.modifiedAtMs = at
    }
  }

  #put(patch: AssetPatch, at: number): void {
    const known = this.#assets.get(patch.id)
    // Assets beyond the size of this demo do not exist.
    if (!known && (patch.typeId === undefined || patch.code === undefined)) return
    if (known) {
      if (patch.code !== undefined && patch.code !== known.code) {
        this.#codes.delete(known.code)
        this.#codes.set(patch.code, known.id)
        known.code = patch.code
      }
      if (patch.siteId !== undefined) known.siteId = patch.siteId
      if (patch.state !== undefined) known.state = patch.state
      if (patch.optionId !== undefined) known.optionId = patch.optionId
      if (patch.fields !== undefined) known.fields = patch.fields
      if (patch.picture !== undefined) known.picture = patch.picture
      known.modifiedAtMs = at
      return
    }
    this.#add({
      id: patch.id,
      code: patch.code ?? '',
      typeId: patch.typeId ?? '',
      siteId: patch.siteId ?? null,
      state: patch.state ?? 'ASSET_STATE_ACTIVE',
      optionId: patch.optionId ?? null,
      createdAtMs: at,
      modifiedAtMs: at,
      inspectedAtMs: null,
      isExternal: false,
      picture: patch.picture ?? null,
      fields: patch.fields ?? [],
      index: -1,
    })
  }
}
