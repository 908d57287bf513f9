import { Button } from '../../shared/ui/button.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'

/** The end of a form: what went wrong, and its one button. */
export function SaveRow({
  name,
  isPending,
  error,
}: Readonly<{ name: string; isPending: boolean; error: Error | null }>) {
  return (
    <>
      {error !== null && <Problem>{error.message}</Problem>}
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={isPending} className="w-full middle:w-auto">
          {isPending ? 'One moment' : name}
        </Button>
      </div>
    </>
  )
}
