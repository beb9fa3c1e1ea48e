import 'server-only'
import { AwsClient } from 'aws4fetch'
import { request } from 'undici'
import type { Readable } from 'node:stream'
import type { Bucket } from '@/lib/env-bucket'

/**
 * An object storage with the S3 protocol, from Amazon or another vendor. Requests are signed and never retried here.
 */

export interface Upload {
  body: Buffer | Readable
  bytes: number
  type: string
  /**
   * Hex SHA-256 of the body. The storage refuses a body with another hash. Without it, the storage accepts any body.
   */
  sha256?: string
}

export interface BucketClient {
  /**
   * @returns null when the object does not exist.
   * @throws Error when the request is refused or the storage is unreachable
   */
  get(name: string, signal: AbortSignal): Promise<Buffer | null>
  /**
   * Stores the object completely or not at all.
   * @throws Error when the request is refused or the storage is unreachable
   */
  put(name: string, upload: Upload, signal: AbortSignal): Promise<void>
  /**
   * Does nothing when the object does not exist.
   * @throws Error when the request is refused or the storage is unreachable
   */
  delete(name: string, signal: AbortSignal): Promise<void>
}

/** The storage responded with an error status. */
export class RefusedByBucket extends Error {
  override readonly name = 'RefusedByBucket'
  constructor(
    readonly method: string,
    readonly status: number,
  ) {
    super(`the storage answered ${method} with ${status}`)
  }
}

/** The escaped path of a name, whose parts are separated by slashes. */
const escapeName = (name: string) => name.split('/').map(encodeURIComponent).join('/')

export function openBucket({ url, region, keyId, secret }: Bucket): BucketClient {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const sign = async (method: string, name: string, headers: Record<string, string> = {}) => {
    const signed = await client.sign(`${url}/${escapeName(name)}`, { method, headers })
    return { address: signed.url, headers: Object.fromEntries(signed.headers) }
  }
  return {
    get: async (name, signal) => {
      const { address, headers } = await sign('GET', name)
      const { statusCode, body } = await request(address, { headers, signal })
      if (statusCode >= 200 && statusCode < 300) return Buffer.from(await body.arrayBuffer())
      await body.dump()
      if (statusCode === 404) return null
      throw new RefusedByBucket('GET', statusCode)
    },
    put: async (name, { body: content, bytes, type, sha256 }, signal) => {
      const { address, headers } = await sign('PUT', name, {
        'content-type': type,
        ...(sha256 === undefined ? {} : { 'x-amz-content-sha256': sha256 }),
      })
      const { statusCode, body } = await request(address, {
        method: 'PUT',
        headers: { ...headers, 'content-length': String(bytes) },
        body: content,
        signal,
      })
      await body.dump()
      if (statusCode < 200 || statusCode >= 300) throw new RefusedByBucket('PUT', statusCode)
    },
    delete: async (name, signal) => {
      const { address, headers } = await sign('DELETE', name)
      const { statusCode, body } = await request(address, { method: 'DELETE', headers, signal })
      await body.dump()
      const isDeleted = (statusCode >= 200 && statusCode < 300) || statusCode === 404
      if (!isDeleted) throw new RefusedByBucket('DELETE', statusCode)
    },
  }
}
