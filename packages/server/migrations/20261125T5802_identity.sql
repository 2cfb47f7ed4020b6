-- What was written down before says its organisation in its detail, or is about the organisation itself.
update audit_log set organisation_id = coalesce(detail ->> 'organisationId', subject)
where detail ? 'organisationId' or subject like 'og\_%';
