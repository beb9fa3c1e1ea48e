import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import type { Settings } from '@/lib/env'
import type { Bucket } from '@/lib/env-bucket'
import { openBucket, RefusedByBucket, type BucketClient } from '@/lib/storage/bucket'
import type { Finding } from './finding'

const timeoutMs = 10_000

interface Use {
  /** The beginning of the names of the bucket's settings. */
  prefix: 'THUMBNAIL_S3' | 'EXPORT_S3'
  /** A sentence about what does not work without the bucket. */
  loss: string
  /** Whether Sightline also reads the objects that it stores. */
  isRead: boolean
}

const thumbnails: Use = {
  prefix: 'THUMBNAIL_S3',
  loss: 'Each console makes its own thumbnails until that works.',
  isRead: true,
}
const exports_: Use = {
  prefix: 'EXPORT_S3',
  loss: 'Scheduled exports to the bucket fail until that works.',
  isRead: false,
}

/** Uses each bucket of the settings as a console does, with a small object that is deleted afterwards. */
export async function inspectBuckets({ thumbnailBucket, exportBucket }: Settings): Promise<Finding[]> {
  const found = await Promise.all([
    thumbnailBucket === null ? [] : inspectBucket(thumbnailBucket, thumbnails),
    exportBucket === null ? [] : inspectBucket(exportBucket, exports_),
  ])
  return found.flat()
}

async function inspectBucket(bucket: Bucket, use: Use): Promise<Finding[]> {
  const client = openBucket(bucket)
  const name = `sightline-check-settings-${randomUUID()}`
  const warn = (error: unknown): Finding => ({ kind: 'warn', text: `${explain(error, bucket, use)} ${use.loss}` })
  try {
    await tryToStore(client, name, use)
  } catch (error) {
    return [warn(error)]
  }
  const notes = await remove(client, name, use)
  try {
    if (use.isRead) await readMissing(client)
  } catch (error) {
    return [warn(error), ...notes]
  }
  return [{ kind: 'ok', text: `The bucket of ${use.prefix}_URL at ${new URL(bucket.url).host} works` }, ...notes]
}

async function remove(client: BucketClient, name: string, { prefix }: Use): Promise<Finding[]> {
  try {
    await client.delete(name, AbortSignal.timeout(timeoutMs))
    return []
  } catch {
    // Consoles never delete objects, so their key does not need the permission.
    const text = `The key of ${prefix}_KEY_ID may not delete: the object ${name} of this check stays in the bucket`
    return [{ kind: 'note', text }]
  }
}

/** The key may not list, so that Amazon S3 refuses requests for missing objects instead of answering 404. */
class MayNotList extends Error {
  override readonly name = 'MayNotList'
}

/** Most thumbnails are missing when a console first asks for them. */
async function readMissing(client: BucketClient): Promise<void> {
  try {
    await client.get(`sightline-check-settings-${randomUUID()}`, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    throw error instanceof RefusedByBucket && error.status === 403 ? new MayNotList() : error
  }
}

/** An object was stored, but a read returned other content. */
class OtherContent extends Error {
  override readonly name = 'OtherContent'
}

async function tryToStore(client: BucketClient, name: string, { isRead }: Use): Promise<void> {
  const body = Buffer.from('Sightline checked that this bucket works. This object can be deleted.\n')
  const sha256 = createHash('sha256').update(body).digest('hex')
  const upload = { body, bytes: body.byteLength, type: 'text/plain', sha256 }
  await client.put(name, upload, AbortSignal.timeout(timeoutMs))
  if (!isRead) return
  const read = await client.get(name, AbortSignal.timeout(timeoutMs))
  if (read?.equals(body) !== true) throw new OtherContent()
}

function explain(error: unknown, { url }: Bucket, { prefix }: Use): string {
  const address = new URL(url)
  const bucket = `The bucket of ${prefix}_URL at ${address.host}`
  if (error instanceof OtherContent) return `${bucket} does not give back what was stored in it.`
  if (error instanceof MayNotList)
    return `${bucket} refused to say that an object is missing (403). Give the key of ${prefix}_KEY_ID the right to list the bucket (s3:ListBucket).`
  if (error instanceof RefusedByBucket) return explainStatus(error, bucket, prefix)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${address.hostname} of ${prefix}_URL is unknown. Check its name.`
  if (/CERT|SIGNED|ALTNAME/.test(code))
    return `The certificate of ${address.host} is not trusted (${code}). Name your authority in NODE_EXTRA_CA_CERTS.`
  if (error instanceof Error && error.name === 'TimeoutError') return `${bucket} does not answer within 10 seconds.`
  return `${bucket} cannot be reached. Check its address and the network.`
}

function explainStatus({ method, status }: RefusedByBucket, bucket: string, prefix: Use['prefix']): string {
  const action = method === 'GET' ? 'read' : 'store'
  if (status === 401 || status === 403)
    return `${bucket} refused to ${action} an object (${status}). Check ${prefix}_KEY_ID, ${prefix}_SECRET, the rights of the key and the clock of this machine.`
  if (status === 404) return `${bucket} does not exist (404). Create it, or check its name in ${prefix}_URL.`
  if (status === 301 || status === 307 || status === 400)
    return `${bucket} sent the request elsewhere or did not understand it (${status}). Check ${prefix}_REGION and the address.`
  return `${bucket} answered with status ${status}. Check its address, or ask who runs it.`
}
