"""What every edition promises, whatever its rules. A new folder under rules/editions is tested by
being there."""
