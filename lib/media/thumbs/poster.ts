import 'server-only'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { AuditId, MediaId } from '@/lib/ids'
import { takesPoster } from '@/lib/media/model'
import type { MediaKind } from '@/lib/media/schema'
import { serverText } from '@/lib/server-text'
import { thumbs as ownThumbs } from './instance'
import type { Thumbs } from './thumbs'

export interface NewPoster {
  auditId: AuditId
  mediaId: MediaId
  /** Base64. */
  image: string
  owner: string
  signal: AbortSignal
}

/**
 * Stores the poster of a video, PDF or HEIC photo that a browser created. The file must be in the index. If it already
 * has a poster, that one stays, so that nobody can replace a picture that others see.
 * @throws AppError not_found; unsupported for other files or an invalid picture; too_large
 */
export async function keepPoster(
  { image, ...request }: NewPoster,
  given: { db?: Queryable; thumbs?: Pick<Thumbs, 'adopt'> } = {},
): Promise<{ isKept: boolean }> {
  const db = given.db ?? (await database())
  const { rows } = await db.query<{ kind: MediaKind; ext: string | null; is_fetchable: boolean }>(
    'select kind, ext, is_fetchable from inspection_media where audit_id = $1 and media_id = $2 limit 1',
    [request.auditId, request.mediaId],
  )
  const [file] = rows
  if (file === undefined) throw new AppError('not_found', serverText('media.posters.notFound'))
  if (!takesPoster({ ...file, isFetchable: file.is_fetchable }))
    throw new AppError('unsupported', serverText('media.posters.notNeeded'))
  const thumbs = given.thumbs ?? ownThumbs()
  return { isKept: await thumbs.adopt(request, Buffer.from(image, 'base64')) }
}
