-- Rights are grants; nothing else is asked (docs/decisions/040-buying.md).
drop view learner_entitlements;
drop table entitlements;
