import { reviewsQuery } from '../../features/forms/reviews/list-query.ts'
import { Reviews } from '../../features/forms/reviews/reviews.tsx'
import { useListView } from '../../ui/list/use-list-view.ts'

export function FormReviewsPage() {
  const { view, change } = useListView(reviewsQuery)
  return <Reviews view={view} onChange={change} />
}
