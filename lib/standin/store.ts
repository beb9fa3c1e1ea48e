import { blueprintAt } from './demo/blueprints'
import { buildDocument, findBlueprint, templateIdOf } from './demo/document'
import { editDocument, type Edit } from './demo/edit'
import type { Work } from './demo/plan'
import { settleDocument } from './demo/scores'
import type { InspectionDocument } from './types'
import { makeAuditId, readAuditId } from './random'
import type { Timeline } from './timeline'
import type { Change, ChangeLog } from './changes'

/** An inspection as the search returns it. */
export interface Entry {
  auditId: string
  index: number
  modifiedAtMs: number
  createdAtMs: number | null
  templateId: string
  completed: boolean
  archived: boolean
  isOwn: boolean
  blank: boolean
  hidden: boolean
  edits: Edit[]
  /** Only when it is, or was, in progress while the demo runs. */
  work?: Work
}

/** Indexes from here on belong to inspections created after the start. */
const madeFrom = 0x8000_0000

/** The inspections: rows of the timeline, computed on request, under an overlay of changes. */
export class Store {
  /** Changed and new inspections by id. They take precedence over the timeline; null = deleted. */
  readonly #overlay = new Map<string, Entry | null>()
  readonly #hiddenRows = new Set<number>()
  #sorted: Entry[] | null = null
  #nextIndex = madeFrom
  readonly #documents = new Map<string, InspectionDocument>()
  readonly #prepared = new Map<string, Buffer>()
  /** Called after every change, with the inspection as it was before. */
  onChange: ((change: Change, before: Entry | null) => void) | null = null

  constructor(
    readonly timeline: Timeline,
    private readonly log: ChangeLog,
    private readonly baseUrl: () => string,
  ) {
    for (const past of log.past) this.#apply(past)
  }

  /** Changes stored in earlier runs. */
  get past(): readonly Change[] {
    return this.log.past
  }

  /** Rows of the timeline that the overlay replaces, by index. */
  get replacedRows(): ReadonlySet<number> {
    return this.#hiddenRows
  }

  /** Changed and new inspections, oldest first, without hidden ones. */
  overlayRows(): readonly Entry[] {
    this.#sorted ??= [...this.#overlay.values()]
      .filter((entry): entry is Entry => entry !== null && !entry.hidden)
      .sort(compareEntries)
    return this.#sorted
  }

  /** The template of a row in the timeline. */
  templateIdAt(index: number): string {
    return templateIdOf(blueprintAt(this.timeline.templateNumber(index)))
  }

  rowAt(index: number): Entry {
    const { timeline } = this
    return {
      auditId: timeline.auditId(index),
      index,
      modifiedAtMs: timeline.modifiedAt(index),
      createdAtMs: null,
      templateId: this.templateIdAt(index),
      completed: timeline.isCompleted(index),
      archived: timeline.isArchived(index),
      isOwn: timeline.isOwn(index),
      blank: false,
      hidden: false,
      edits: [],
    }
  }

  /** The inspection with this id, or null when the connected account cannot see it. */
  find(auditId: string): Entry | null {
    const entry = this.#findAny(auditId)
    return entry === null || entry.hidden ? null : entry
  }

  /** The inspection with this id, even when it is hidden. */
  entryOf(auditId: string): Entry | null {
    return this.#findAny(auditId)
  }

  /** True when it exists and the connected account cannot see it. */
  isHidden(auditId: string): boolean {
    return this.#findAny(auditId)?.hidden === true
  }

  #findAny(auditId: string): Entry | null {
    const changed = this.#overlay.get(auditId)
    if (changed !== undefined) return changed
    const index = readAuditId(this.timeline.seed, auditId)
    return index === null || index >= this.timeline.rows ? null : this.rowAt(index)
  }

  /** Makes the documents of the first rows now, as they are sent. */
  prepare(rows: number): void {
    for (let index = 0; index < rows; index += 1) {
      const entry = this.rowAt(index)
      this.#prepared.set(versionOf(entry), this.json(entry))
    }
  }

  /** The whole document as it is sent. */
  json(entry: Entry): Buffer {
    return this.#prepared.get(versionOf(entry)) ?? Buffer.from(JSON.stringify(this.document(entry)))
  }

  /** The whole document. Callers must not change it. */
  document(entry: Entry): InspectionDocument {
    const key = versionOf(entry)
    const known = this.#documents.get(key)
    if (known) return known
    const blueprint = findBlueprint(entry.templateId)
    if (!blueprint) throw new Error('an inspection has a template that is not in the demo')
    const { auditId, index, modifiedAtMs, createdAtMs, completed, archived, isOwn, blank, work } = entry
    const fresh = buildDocument({
      seed: this.timeline.seed,
      auditId,
      index,
      blueprint,
      modifiedAtMs,
      createdAtMs,
      // An inspection completed later keeps the answers that it had.
      completed: completed && !entry.edits.some((edit) => edit.completedAt !== undefined),
      archived,
      isOwn,
      blank,
      ...(work ? { work } : {}),
      baseUrl: this.baseUrl(),
    })
    const document = entry.edits.length === 0 ? fresh : settleDocument(entry.edits.reduce(editDocument, fresh))
    for (const { patch } of entry.edits) if (patch) Object.assign(document, patch)
    const oldest = this.#documents.size >= 200 ? this.#documents.keys().next().value : undefined
    if (oldest !== undefined) this.#documents.delete(oldest)
    this.#documents.set(key, document)
    return document
  }

  /** Applies a change and stores it. */
  change(next: Change): void {
    const before = this.onChange && 'id' in next && next.kind !== 'create' ? this.#findAny(next.id) : null
    this.log.append(next)
    this.#apply(next)
    this.onChange?.(next, before)
  }

  /** Index and id for the next new inspection. */
  reserve(): { index: number; id: string } {
    return { index: this.#nextIndex, id: makeAuditId(this.timeline.seed, this.#nextIndex) }
  }

  /** The id for an index, of a row or of an inspection created later. */
  idAt(index: number): string {
    return makeAuditId(this.timeline.seed, index)
  }

  #put(entry: Entry): void {
    if (entry.index < madeFrom) this.#hiddenRows.add(entry.index)
    this.#overlay.set(entry.auditId, entry)
  }

  #apply(next: Change): void {
    this.#sorted = null
    switch (next.kind) {
      case 'create': {
        const edits = next.header_items || next.items ? [pickEdit(next)] : []
        this.#make(next.index, next.at, next.template, next.blank, edits)
        return
      }
      case 'insert':
        for (let at = 0; at < next.count; at += 1) {
          const index = next.index + at
          const template = next.template ?? this.templateIdAt(index)
          this.#make(index, next.at + at * next.stepMs, template, false, [])
        }
        return
      case 'work':
        this.#work(next)
        return
      // Stored in the same log, but belongs to another store.
      case 'assets':
      case 'users':
      case 'webhooks':
      case 'records':
        return
      case 'delete': {
        const entry = this.#findAny(next.id)
        if (entry === null) return
        if (entry.index < madeFrom) this.#hiddenRows.add(entry.index)
        this.#overlay.set(next.id, null)
        return
      }
      case 'visibility': {
        const entry = this.#findAny(next.id)
        if (entry) this.#put({ ...entry, hidden: next.hidden })
        return
      }
      case 'flag': {
        const entry = this.#findAny(next.id)
        if (entry) this.#put({ ...entry, archived: next.archived })
        return
      }
      default: {
        const entry = this.#findAny(next.id)
        if (!entry) return
        const createdAtMs = entry.createdAtMs ?? Date.parse(this.document(entry).created_at)
        const changed = { ...entry, createdAtMs, modifiedAtMs: next.at }
        if (next.kind === 'touch') this.#put(changed)
        else if (next.kind === 'complete') this.#put(completeEntry(changed, next.at))
        else if (next.kind === 'override') this.#put({ ...changed, edits: [...entry.edits, { patch: next.patch }] })
        else
          this.#put({ ...changed, archived: next.archived ?? entry.archived, edits: [...entry.edits, pickEdit(next)] })
      }
    }
  }

  #work({ id, index, at, template, startedAt, answered }: Extract<Change, { kind: 'work' }>): void {
    const known = this.#overlay.get(id)
    if (known === null) return
    if (!known) this.#make(index, at, template, false, [])
    const entry = known ?? this.#overlay.get(id)
    if (!entry) return
    const work = { startedMs: startedAt, answered }
    this.#put({ ...entry, modifiedAtMs: at, createdAtMs: startedAt, completed: answered === null, work })
  }

  #make(index: number, atMs: number, templateId: string, blank: boolean, edits: Edit[]): void {
    this.#nextIndex = Math.max(this.#nextIndex, index + 1)
    const auditId = makeAuditId(this.timeline.seed, index)
    this.#put({
      auditId,
      index,
      modifiedAtMs: atMs,
      createdAtMs: blank ? atMs : null,
      templateId,
      completed: !blank && this.timeline.isCompleted(index),
      archived: false,
      isOwn: blank,
      blank,
      hidden: false,
      edits,
    })
  }
}

/** Different for entries with different documents. */
const versionOf = ({ auditId, modifiedAtMs, edits, archived }: Entry) =>
  `${auditId} ${modifiedAtMs} ${edits.length} ${archived}`

function completeEntry(entry: Entry, at: number): Entry {
  if (entry.completed) return entry
  return { ...entry, completed: true, edits: [...entry.edits, { completedAt: new Date(at).toISOString() }] }
}

function pickEdit(source: { header_items?: Edit['header_items']; items?: Edit['items'] }): Edit {
  return {
    ...(source.header_items ? { header_items: source.header_items } : {}),
    ...(source.items ? { items: source.items } : {}),
  }
}

/** Oldest first; equal times in the order of their ids, so that pages are stable. */
export function compareEntries(a: Entry, b: Entry): number {
  return a.modifiedAtMs - b.modifiedAtMs || (a.auditId < b.auditId ? -1 : a.auditId > b.auditId ? 1 : 0)
}
