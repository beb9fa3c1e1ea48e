import type { AssetRow } from './demo'
import { assetStates, type Option } from './steps'
import type { AssetStore } from './store'

/** Everything that writes can change, in the order of ids. Two snapshots are equal when nothing happened between them. */
export interface AssetState {
  groups: Array<{ id: string; name: string; description: string; options: Option[]; typeIds: string[] }>
  types: Array<{ id: string; name: string; groupId: string | null }>
  assets: Array<{
    id: string
    code: string
    typeId: string
    siteId: string | null
    isArchived: boolean
    optionId: string | null
    modifiedAt: string
  }>
}

/** Changes status groups, types and assets directly, without checking permissions or rules. */
export class AssetControl {
  constructor(
    private readonly store: () => AssetStore,
    private readonly tick: () => number,
  ) {}

  /** The complete state, or only the state of some types. */
  state(typeIds?: readonly string[]): AssetState {
    const store = this.store()
    const isWanted = ({ typeId }: AssetRow) => typeIds === undefined || typeIds.includes(typeId)
    return {
      groups: store.groups().map(({ id, name, description, options }) => ({
        id,
        name,
        description,
        options,
        typeIds: store.typeIdsOf(id),
      })),
      types: store.types().map(({ id, name, groupId }) => ({ id, name, groupId })),
      assets: store
        .assets()
        .filter(isWanted)
        .map(({ id, code, typeId, siteId, state, optionId, modifiedAtMs }) => ({
          id,
          code,
          typeId,
          siteId,
          isArchived: state === assetStates[1],
          optionId,
          modifiedAt: new Date(modifiedAtMs).toISOString(),
        })),
    }
  }

  /** Creates types with these names and returns their ids. They all use `group` when it is given. */
  addTypes(names: readonly string[], groupId: string | null = null): string[] {
    const store = this.store()
    const ids = store.reserveIds(names.length)
    const types = names.map((name, at) => ({ id: ids[at] ?? '', name, category: 'TYPE_CATEGORY_CUSTOM' }))
    store.change({ do: 'put-types', types }, this.tick(), ids.length)
    if (groupId !== null) this.assign(ids, groupId)
    return ids
  }

  /** Creates assets of a type with the codes `<code>-1`, `<code>-2` and so on, and returns their ids. */
  addAssets(typeId: string, count: number, code: string, optionId: string | null = null): string[] {
    const store = this.store()
    const ids = store.reserveIds(count)
    const assets = ids.map((id, at) => ({ id, code: `${code}-${at + 1}`, typeId, optionId }))
    store.change({ do: 'put-assets', assets }, this.tick(), count)
    return ids
  }

  /** Sets statuses by asset id; null clears the status. */
  setStatuses(statuses: Readonly<Record<string, string | null>>): void {
    const assets = Object.entries(statuses).map(([id, optionId]) => ({ id, optionId }))
    this.store().change({ do: 'put-assets', assets }, this.tick())
  }

  /** Creates a group and returns its id. It may have colors and counts that the operations would refuse. */
  addGroup(group: {
    name: string
    description?: string | undefined
    options: ReadonlyArray<{ name: string; color: string }>
  }): string {
    const store = this.store()
    const [id = '', ...optionIds] = store.reserveIds(group.options.length + 1)
    const options = group.options.map((option, at) => ({ ...option, id: optionIds[at] ?? '' }))
    const { name, description = '' } = group
    const step = { do: 'put-group', id, name, description, options, moveTo: null } as const
    store.change(step, this.tick(), options.length + 1)
    return id
  }

  /**
   * Changes the given fields of a group. `options` is the complete new set: options without an id are new, missing ones are
   * removed, as with PATCH.
   * @throws when the group does not exist
   */
  editGroup(
    id: string,
    edit: {
      name?: string | undefined
      description?: string | undefined
      options?:
        | ReadonlyArray<{
            id?: string | undefined
            name: string
            color: string
            extra?: Record<string, unknown> | undefined
          }>
        | undefined
      moveTo?: string | null | undefined
    },
  ): void {
    const store = this.store()
    const group = store.group(id)
    if (!group) throw new Error(`there is no status group ${id}`)
    const ids = store.reserveIds(edit.options?.length ?? 0)
    const options = edit.options?.map(({ id: optionId, name, color, extra }, at) => ({
      id: optionId ?? ids[at] ?? '',
      name,
      color,
      ...(extra ? { extra } : {}),
    }))
    const { name = group.name, description = group.description, moveTo = null } = edit
    const step = { do: 'put-group', id, name, description, options: options ?? group.options, moveTo } as const
    store.change(step, this.tick(), ids.length)
  }

  deleteGroup(id: string): void {
    this.store().change({ do: 'delete-group', id }, this.tick())
  }

  /** Sets or removes the group of types. Assets lose their status when the group changes. */
  assign(typeIds: readonly string[], groupId: string | null): void {
    this.store().change({ do: 'assign', typeIds: [...typeIds], groupId }, this.tick())
  }
}
