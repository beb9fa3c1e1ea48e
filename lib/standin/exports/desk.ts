import { createHmac } from 'node:crypto'
import { makeEtag, type Answer } from '../answers'
import { hashText, mix } from '../random'
import { contentTypes, type ExportFormat } from './documents'

/**
 * Exports and reports. An id contains its inspection and start time, so it stays valid after a restart. Only what a test
 * ordered (a failure, the first poll's 404) is lost then.
 */
export interface Order {
  kind: 'export' | 'report'
  format: ExportFormat
  startedAtMs: number
  /** Which layout of its template; null: the default layout. */
  layout: number | null
}

export interface ExportRules {
  /** How long creating one takes. Default 3 s, plus up to 2 s. */
  takesMs: number | null
  /** This many of the next starts end as FAILED. */
  failNext: number
  /** For this many of the next starts, the first poll gets 404, as sometimes happens with the service. */
  missNext: number
  /** Status for an export or report in progress, instead of the documented one. */
  word: string | null
  /** Origin of signed links. Null: the service's own. */
  linkOrigin: string | null
  linkLastsMs: number
  /** Whether a signed link refuses requests with an Authorization header, as some file stores do. */
  refuseTokens: boolean
}

const defaults: ExportRules = {
  takesMs: null,
  failNext: 0,
  missNext: 0,
  word: null,
  linkOrigin: null,
  linkLastsMs: 60_000,
  refuseTokens: false,
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

export class ExportDesk {
  rules: ExportRules = { ...defaults }
  /** Starts by inspection, counted for tests. */
  readonly starts = new Map<string, number>()
  /**
   * Requests for signed links with an Authorization header. The links need none; the official Python SDK sends it anyway.
   */
  signedWithToken = 0
  readonly #failed = new Set<string>()
  readonly #missing = new Set<string>()
  #count = 0

  constructor(
    private readonly seed: number,
    private readonly now: () => number,
  ) {}

  /** Changes the behavior of exports from here on. Fields that are left out stay unchanged. */
  set(rules: Partial<ExportRules>): void {
    this.rules = { ...this.rules, ...rules }
  }

  /** Starts one. @returns its id, in the form of a UUID */
  start(auditId: string, order: Omit<Order, 'startedAtMs'>): string {
    this.starts.set(auditId, (this.starts.get(auditId) ?? 0) + 1)
    this.#count += 1
    const code = (order.kind === 'report' ? 1 : 0) | (order.format === 'docx' ? 2 : 0) | ((order.layout ?? 3) << 2)
    const head = `${hex(this.now(), 12)}4${hex(code, 3)}8${hex(mix(this.seed, this.#count, this.now() >>> 0) & 0xfff, 3)}`
    const plain = `${head}${this.#sign(auditId, head)}`
    const id = plain.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    if (this.rules.failNext > 0) {
      this.rules.failNext -= 1
      this.#failed.add(id)
    }
    if (this.rules.missNext > 0) {
      this.rules.missNext -= 1
      this.#missing.add(id)
    }
    return id
  }

  /** The order behind an id of this inspection, or null when the id was never given out. */
  read(auditId: string, id: string): Order | null {
    const plain = id.replaceAll('-', '')
    if (!/^[0-9a-f]{32}$/.test(plain) || plain.slice(20) !== this.#sign(auditId, plain.slice(0, 20))) return null
    const code = Number.parseInt(plain.slice(13, 16), 16)
    const layout = code >> 2
    return {
      kind: (code & 1) === 1 ? 'report' : 'export',
      format: (code & 2) === 2 ? 'docx' : 'pdf',
      startedAtMs: Number.parseInt(plain.slice(0, 12), 16),
      layout: layout === 3 ? null : layout,
    }
  }

  /** Reports `missing` once. */
  stateOf(id: string, order: Order): 'missing' | 'running' | 'failed' | 'done' {
    if (this.#missing.delete(id)) return 'missing'
    const takesMs = this.rules.takesMs ?? 3_000 + (hashText(id) % 2_000)
    if (this.now() < order.startedAtMs + takesMs) return 'running'
    return this.#failed.has(id) ? 'failed' : 'done'
  }

  /** Address of a finished report. It works for a limited time, for everyone who has it. */
  signLink(ownOrigin: string, auditId: string, id: string): string {
    const expires = String(this.now() + this.rules.linkLastsMs)
    const query = new URLSearchParams({ expires, signature: this.#signature(auditId, id, expires) })
    return `${this.rules.linkOrigin ?? ownOrigin}/signed/${auditId}/${id}?${query.toString()}`
  }

  /**
   * Responds to a signed link like a file store: errors are XML, and no authentication is needed. `make` returns the
   * document.
   */
  answerSigned(
    path: string,
    query: URLSearchParams,
    authorization: string | undefined,
    make: (auditId: string, order: Order) => Buffer | null,
  ): Answer {
    if (authorization !== undefined) {
      this.signedWithToken += 1
      if (this.rules.refuseTokens) return refuseAsStore(400, 'Only one auth mechanism allowed')
    }
    const [, auditId = '', id = ''] = /^\/signed\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    const order = this.read(auditId, id)
    const expires = query.get('expires') ?? ''
    if (order === null || query.get('signature') !== this.#signature(auditId, id, expires))
      return refuseAsStore(403, 'SignatureDoesNotMatch')
    if (this.now() > Number(expires)) return refuseAsStore(403, 'Request has expired')
    const body = make(auditId, order)
    return body === null ? refuseAsStore(404, 'NoSuchKey') : answerDocument(body, order.format)
  }

  #sign(auditId: string, head: string): string {
    return createHmac('sha256', `exports ${this.seed}`).update(`${auditId} ${head}`).digest('hex').slice(0, 12)
  }

  #signature(auditId: string, id: string, expires: string): string {
    return createHmac('sha256', `links ${this.seed}`).update(`${auditId} ${id} ${expires}`).digest('hex')
  }
}

/** A finished document as the service sends it. */
export function answerDocument(body: Buffer, format: ExportFormat): Answer {
  return { status: 200, headers: { 'content-type': contentTypes[format], etag: makeEtag(body) }, body }
}

function refuseAsStore(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${status === 403 ? 'AccessDenied' : 'Error'}</Code><Message>${code}</Message></Error>`
  return { status, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) }
}
