-- Attempts since the delivery was last made due: what the schedule goes by. `attempts` has all of them.
ALTER TABLE deliveries ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
