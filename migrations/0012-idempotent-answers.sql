-- Answers are swept by age, oldest first.
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);
