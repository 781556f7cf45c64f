import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from './error-state.tsx'
import { isCodeMissing, loadTwice } from './missing-code.ts'

type FailedProps = { onRetry: () => void }

/**
 * A part of a screen whose code is loaded when it is first shown. If that fails twice, a message stands in its place
 * and offers to try again; the screen around it, with what was typed, stays as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props & FailedProps> = PartFailed,
): ComponentType<Props> {
  const prepare = () => lazy(() => loadTwice(async () => ({ default: await load() })))
  let newest = prepare()
  return function LazyPart(props: Props) {
    const [{ Part, attempt }, setLoading] = useState(() => ({ Part: newest, attempt: 0 }))
    const retry = () => {
      newest = prepare()
      setLoading({ Part: newest, attempt: attempt + 1 })
    }
    // With another key the boundary forgets the failure.
    return (
      <MissingCodeBoundary key={attempt} failed={<Failed {...props} onRetry={retry} />}>
        <Part {...props} />
      </MissingCodeBoundary>
    )
  }
}

function PartFailed({ onRetry }: FailedProps) {
  const { t } = useTranslation('ui')
  return <ErrorState message={t('part-not-loaded')} onRetry={onRetry} />
}

type BoundaryProps = { failed: ReactNode; children: ReactNode }

/** Anything but missing code is a defect, and crashes the screen as it would without this. */
class MissingCodeBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isCodeMissing(error)) throw error
    return this.props.failed
  }
}
