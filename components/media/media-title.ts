import { attachmentTitle } from '@/lib/media/model'
import type { ViewerMedia } from '@/lib/media/schema'
import type { Translator } from '@/lib/messages/translator'

/** The question of a file, or its own name. */
export function titleOfMedia(t: Translator<'media.file'>, { title }: Pick<ViewerMedia, 'title'>): string {
  return title === attachmentTitle ? t('attachment') : title
}
