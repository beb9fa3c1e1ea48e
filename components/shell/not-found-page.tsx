import { SearchX } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

export function NotFoundPage() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        icon={SearchX}
        title="There is no such page"
        action={
          <>
            <ButtonLink href="/" variant="primary">
              Go to the overview
            </ButtonLink>
            <ButtonLink href="/inspections">Browse inspections</ButtonLink>
          </>
        }
      >
        The address may be mistyped, or what it named is gone.
      </EmptyState>
    </div>
  )
}
