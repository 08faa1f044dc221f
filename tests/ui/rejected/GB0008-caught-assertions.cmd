$ glassbox check --property exception --caught-assertions allow nowhere/A.java
