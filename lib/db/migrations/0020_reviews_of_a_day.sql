-- How many inspections somebody marked today.
create index inspection_reviews_reviewer on inspection_reviews (reviewer_id, reviewed_at) where state <> 'unreviewed';
