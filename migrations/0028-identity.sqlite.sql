-- What an admin says of the site is the setting "identity", as JSON. It is on every public page, so a change of it
-- touches everything. Other settings are not public.
CREATE TRIGGER settings_insert_is_public AFTER INSERT ON settings WHEN NEW.name = 'identity' BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER settings_update_is_public AFTER UPDATE ON settings
WHEN NEW.name = 'identity' OR OLD.name = 'identity' BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER settings_delete_is_public AFTER DELETE ON settings WHEN OLD.name = 'identity' BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;
