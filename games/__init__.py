"""The service around the rules: four small apps, layered audit | tournaments -> tables -> accounts."""
