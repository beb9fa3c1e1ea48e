import { titled } from '@/app/page-title'
import { ExplorerStart } from '@/components/explorer/explorer-start'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('explorer.title')

export default async function Page() {
  await requirePageSession('system:read')
  return <ExplorerStart />
}
